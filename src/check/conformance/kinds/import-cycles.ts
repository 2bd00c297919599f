// Groups of files that import each other in a circle.

type Edges = ReadonlyMap<string, readonly string[]>;

export interface ImportCycle {
  /** Every file that can reach itself through the others, sorted. */
  readonly members: readonly string[];
  /** A shortest way round through the first member: it begins and ends with it. */
  readonly way: readonly string[];
}

/** One per group; the first member, the smallest path, is where it is reported. */
export function findImportCycles(imports: Edges): ImportCycle[] {
  return findComponents(imports)
    .filter((members) => members.length > 1)
    .map((members) => {
      const sorted = members.sort();
      return { members: sorted, way: findWayRound(imports, sorted) };
    })
    .sort((a, b) => ((a.members[0] ?? '') < (b.members[0] ?? '') ? -1 : 1));
}

interface Visit {
  readonly path: string;
  next: number;
}

/** Tarjan's strongly connected components with an explicit stack: chains of imports are deeper than the call stack. */
function findComponents(imports: Edges): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const components: string[][] = [];

  function enter(path: string): Visit {
    order.set(path, order.size);
    lowest.set(path, order.size - 1);
    open.push(path);
    isOpen.add(path);
    return { path, next: 0 };
  }
  function lower(path: string, to: number | undefined): void {
    lowest.set(path, Math.min(lowest.get(path) ?? 0, to ?? Infinity));
  }
  /** Goes to the next import that was not seen yet; undefined when there is none left. */
  function advance(visit: Visit): Visit | undefined {
    const targets = imports.get(visit.path) ?? [];
    while (visit.next < targets.length) {
      const target = targets[visit.next++] ?? '';
      if (!order.has(target)) return enter(target);
      if (isOpen.has(target)) lower(visit.path, order.get(target));
    }
    return undefined;
  }
  function close(path: string): void {
    if (lowest.get(path) !== order.get(path)) return;
    const members = open.splice(open.lastIndexOf(path));
    for (const member of members) isOpen.delete(member);
    components.push(members);
  }

  /** Goes on from the last visit: deeper, or back to where it came from. */
  function proceed(visits: Visit[], visit: Visit): void {
    const deeper = advance(visit);
    if (deeper) return void visits.push(deeper);
    visits.pop();
    close(visit.path);
    const parent = visits.at(-1);
    if (parent) lower(parent.path, lowest.get(visit.path));
  }

  for (const start of imports.keys()) {
    const visits = order.has(start) ? [] : [enter(start)];
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) proceed(visits, visit);
  }
  return components;
}

/** Breadth first from the first member until an import leads back to it. */
function findWayRound(imports: Edges, members: readonly string[]): string[] {
  const start = members[0] ?? '';
  const inside = new Set(members);
  const cameFrom = new Map<string, string>();
  // A set may grow while it is walked: that is the queue.
  const queue = new Set([start]);
  for (const path of queue) {
    const targets = (imports.get(path) ?? []).filter((target) => inside.has(target));
    if (targets.includes(start)) return traceBack(cameFrom, path, start);
    for (const target of targets) {
      if (!queue.has(target)) cameFrom.set(target, path);
      queue.add(target);
    }
  }
  return [start, start];
}

function traceBack(cameFrom: ReadonlyMap<string, string>, last: string, start: string): string[] {
  const way = [start];
  for (let path: string | undefined = last; path !== undefined && path !== start; path = cameFrom.get(path))
    way.unshift(path);
  return [start, ...way];
}
