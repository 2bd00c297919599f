export function findProblems(root: string): string[];
