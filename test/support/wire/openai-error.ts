// OpenAI's errors, with the status, the type and the code a client has to tell apart.
import type { ErrorKind, ErrorSpec } from './behaviour.js';
import { toJsonReply, type HttpReply } from './dialect.js';
import { htmlGatewayReply } from './gateway-error.js';

interface Form {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
}

const exhausted: Form = {
  status: 429,
  type: 'insufficient_quota',
  code: 'insufficient_quota',
  message: 'You exceeded your current quota, please check your plan and billing details.',
};

const wrongKey: Form = {
  status: 401,
  type: 'invalid_request_error',
  code: 'invalid_api_key',
  message: 'Incorrect API key provided.',
};

const forms: Readonly<Record<Exclude<ErrorKind, 'bad_gateway'>, Form>> = {
  rate_limit: {
    status: 429,
    type: 'tokens',
    code: 'rate_limit_exceeded',
    message: 'Rate limit reached for this model.',
  },
  slow_down: {
    status: 429,
    type: 'rate_limit_error',
    code: 'slow_down',
    message: 'Please slow down and ramp up gradually.',
  },
  quota: exhausted,
  spend_limit: {
    ...exhausted,
    code: 'credit_balance_exhausted',
    message: 'Your credit balance is exhausted.',
  },
  own_spend_limit: {
    ...exhausted,
    code: 'billing_hard_limit_reached',
    message: 'Billing hard limit has been reached.',
  },
  overloaded: {
    status: 503,
    type: 'server_error',
    code: 'server_is_overloaded',
    message: 'The server is currently overloaded with other requests.',
  },
  prompt_too_long: {
    status: 400,
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
    param: 'messages',
    message:
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 140512 tokens. Please reduce the length of the messages.",
  },
  invalid: { status: 400, type: 'invalid_request_error', message: 'Invalid request.' },
  unauthorized: wrongKey,
  key_invalid: wrongKey,
  forbidden: {
    status: 403,
    type: 'invalid_request_error',
    code: 'unsupported_country_region_territory',
    message: 'Country, region, or territory not supported',
  },
  model_not_found: {
    status: 404,
    type: 'invalid_request_error',
    code: 'model_not_found',
    message: 'The model `no-such-model` does not exist or you do not have access to it.',
  },
  not_found: { status: 404, type: 'invalid_request_error', message: 'Invalid URL' },
  too_large: {
    status: 413,
    type: 'invalid_request_error',
    message: 'Maximum content size limit exceeded.',
  },
  server_error: {
    status: 500,
    type: 'server_error',
    message: 'The server had an error while processing your request. Sorry about that!',
  },
  unavailable: { status: 503, type: 'server_error', message: 'Service Unavailable' },
  timeout: { status: 504, type: 'server_error', message: 'Gateway timeout' },
};

export function writeOpenAiError(spec: ErrorSpec): HttpReply {
  if (spec.error === 'bad_gateway') return htmlGatewayReply;
  const { status, type, message, code = null, param = null } = forms[spec.error];
  const error = {
    message: spec.message ?? message,
    type,
    param: spec.param ?? param,
    code: spec.code ?? code,
  };
  const wait = spec.retryAfterSeconds;
  const headers: Record<string, string> = wait === undefined ? {} : { 'retry-after': String(wait) };
  return toJsonReply(status, { error }, headers);
}
