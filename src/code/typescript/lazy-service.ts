// Most commands need no refactoring: what it takes is loaded when it is first asked for.
import type { CodeService, CodeServiceOptions } from '../refactoring.js';

export async function createTypeScriptService(options: CodeServiceOptions): Promise<CodeService> {
  const service = await import('./service/create-service.js');
  return service.createTypeScriptService(options);
}
