// Lets node run the TypeScript sources as they are: `node --import ./tools/typescript.js …`
import { register } from 'node:module';

register('./typescript-hooks.js', import.meta.url);
