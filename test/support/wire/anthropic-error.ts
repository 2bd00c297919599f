// Anthropic's errors, with the status, the type and the words a client has to tell apart.
import type { ErrorKind, ErrorSpec } from './behaviour.js';
import { toJsonReply, type HttpReply } from './dialect.js';
import { htmlGatewayReply } from './gateway-error.js';

interface Form {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, string>>;
}

const forms: Readonly<Record<Exclude<ErrorKind, 'bad_gateway'>, Form>> = {
  rate_limit: {
    status: 429,
    type: 'rate_limit_error',
    message: "This request would exceed your organization's rate limit.",
  },
  slow_down: {
    status: 429,
    type: 'rate_limit_error',
    message: 'This request would exceed your acceleration limit. Please scale up your usage more gradually.',
  },
  quota: {
    status: 402,
    type: 'billing_error',
    message: 'Your credit balance is too low to access the Anthropic API.',
  },
  spend_limit: {
    status: 429,
    type: 'rate_limit_error',
    message: 'Your organization has reached its monthly spend limit.',
    details: { error_code: 'enforced_spend_limit_reached' },
  },
  own_spend_limit: {
    status: 400,
    type: 'invalid_request_error',
    message: 'You have reached your specified API usage limits.',
  },
  overloaded: { status: 529, type: 'overloaded_error', message: 'Overloaded' },
  prompt_too_long: {
    status: 400,
    type: 'invalid_request_error',
    message: 'prompt is too long: 215033 tokens > 200000 maximum',
  },
  invalid: { status: 400, type: 'invalid_request_error', message: 'Invalid request.' },
  unauthorized: { status: 401, type: 'authentication_error', message: 'invalid x-api-key' },
  key_invalid: { status: 401, type: 'authentication_error', message: 'invalid x-api-key' },
  forbidden: {
    status: 403,
    type: 'permission_error',
    message: 'Your API key does not have permission to use the specified resource.',
  },
  model_not_found: { status: 404, type: 'not_found_error', message: 'model: no-such-model' },
  not_found: { status: 404, type: 'not_found_error', message: 'Not found' },
  too_large: {
    status: 413,
    type: 'request_too_large',
    message: 'Request exceeds the maximum allowed number of bytes.',
  },
  server_error: { status: 500, type: 'api_error', message: 'Internal server error' },
  unavailable: { status: 503, type: 'api_error', message: 'Service unavailable' },
  timeout: { status: 504, type: 'timeout_error', message: 'The request timed out.' },
};

export function writeAnthropicError(spec: ErrorSpec, id: string): HttpReply {
  if (spec.error === 'bad_gateway') return htmlGatewayReply;
  const { status, type, message, details } = forms[spec.error];
  const error = { type, message: spec.message ?? message, ...(details === undefined ? {} : { details }) };
  const wait = spec.retryAfterSeconds;
  const headers: Record<string, string> = wait === undefined ? {} : { 'retry-after': String(wait) };
  return toJsonReply(status, { type: 'error', error, request_id: id }, headers);
}
