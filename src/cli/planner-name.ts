// The built-in model, as journals name it.
export const PLANNER = 'planner';
