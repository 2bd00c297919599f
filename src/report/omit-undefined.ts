// A copy without the keys that have no value, so that a report stores and compares as what it says.

export function omitUndefined<Value extends object>(value: Value): Value {
  const copy = { ...value };
  for (const key in copy) if (copy[key] === undefined) Reflect.deleteProperty(copy, key);
  return copy;
}
