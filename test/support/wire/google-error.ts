// Gemini's errors, with the status, its name and the details a client has to tell apart.
import type { ErrorKind, ErrorSpec } from './behaviour.js';
import { toJsonReply, type HttpReply } from './dialect.js';
import { htmlGatewayReply } from './gateway-error.js';

interface Form {
  readonly code: number;
  readonly status: string;
  readonly message: string;
  readonly details?: readonly unknown[];
}

const exhausted: Form = {
  code: 429,
  status: 'RESOURCE_EXHAUSTED',
  message: 'Resource has been exhausted (e.g. check quota).',
};

function quotaFailure(quotaId: string): unknown {
  return { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] };
}

const forms: Readonly<Record<Exclude<ErrorKind, 'bad_gateway'>, Form>> = {
  rate_limit: {
    ...exhausted,
    message: 'You exceeded your current quota, please check your plan and billing details.',
    details: [quotaFailure('GenerateContentInputTokensPerModelPerMinute')],
  },
  slow_down: exhausted,
  quota: {
    ...exhausted,
    message: 'You exceeded your current quota, please check your plan and billing details.',
    details: [quotaFailure('GenerateRequestsPerDayPerProjectPerModel')],
  },
  spend_limit: { ...exhausted, message: 'Your project has exceeded its monthly spending cap.' },
  own_spend_limit: { ...exhausted, message: 'Your project has exceeded its monthly spending cap.' },
  overloaded: {
    code: 503,
    status: 'UNAVAILABLE',
    message: 'The model is overloaded. Please try again later.',
  },
  prompt_too_long: {
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: 'The input token count (1200344) exceeds the maximum number of tokens allowed (1048576).',
  },
  invalid: { code: 400, status: 'INVALID_ARGUMENT', message: 'Request contains an invalid argument.' },
  unauthorized: {
    code: 401,
    status: 'UNAUTHENTICATED',
    message: 'Request had invalid authentication credentials.',
  },
  // What the real service says to a wrong key.
  key_invalid: {
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: 'API key not valid. Please pass a valid API key.',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
        metadata: { service: 'generativelanguage.googleapis.com' },
      },
    ],
  },
  forbidden: { code: 403, status: 'PERMISSION_DENIED', message: 'The caller does not have permission' },
  model_not_found: {
    code: 404,
    status: 'NOT_FOUND',
    message:
      'models/no-such-model is not found for API version v1beta, or is not supported for generateContent.',
  },
  not_found: { code: 404, status: 'NOT_FOUND', message: 'Requested entity was not found.' },
  too_large: { code: 413, status: 'INVALID_ARGUMENT', message: 'Request payload size exceeds the limit.' },
  server_error: { code: 500, status: 'INTERNAL', message: 'An internal error has occurred.' },
  unavailable: { code: 503, status: 'UNAVAILABLE', message: 'The service is currently unavailable.' },
  timeout: {
    code: 504,
    status: 'DEADLINE_EXCEEDED',
    message: 'Deadline expired before operation could complete.',
  },
};

/** How long to wait stands in the body: this house sends no `retry-after`. */
export function writeGoogleError(spec: ErrorSpec): HttpReply {
  if (spec.error === 'bad_gateway') return htmlGatewayReply;
  const { code, status, message, details = [] } = forms[spec.error];
  const wait = spec.retryAfterSeconds;
  const all = [
    ...details,
    ...(wait === undefined
      ? []
      : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${wait}s` }]),
    ...(spec.param === undefined
      ? []
      : [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: spec.param }] }]),
  ];
  const error = {
    code,
    message: spec.message ?? message,
    status,
    ...(all.length === 0 ? {} : { details: all }),
  };
  return toJsonReply(code, { error });
}
