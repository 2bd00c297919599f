// What stands between a client and a provider answers in HTML.
import type { HttpReply } from './dialect.js';

export const htmlGatewayReply: HttpReply = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html>\n<head><title>502 Bad Gateway</title></head>\n<body><center><h1>502 Bad Gateway</h1></center></body>\n</html>\n',
};
