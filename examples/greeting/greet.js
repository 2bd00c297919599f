export function greet(name) {
  return `Hello, ${nmae}!`;
}
