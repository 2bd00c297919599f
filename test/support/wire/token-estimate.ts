// Counts tokens in a way of its own, so that a count made elsewhere cannot agree with it by accident.

const bytesPerToken = 3.7;

/** What surrounds each block or message on the way into a model. */
export const tokensAroundBlock = 4;

/** What a provider says to a model about tools once there are any. */
export const tokensBeforeTools = 346;

export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}
