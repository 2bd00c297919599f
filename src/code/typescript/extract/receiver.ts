// How the new function gets its `this`, and whether it must be a member of the class.
import type ts from 'typescript';
import type { Refusal } from '../../refactoring.js';
import { hasDynamicNames } from './range-uses.js';
import type { RangeUses } from './range-uses.js';
import { refuse } from './refusal.js';
import type { Region } from './region.js';
import { findClosure, hasModifier, isTypeScriptFile } from './syntax.js';
import type { Closure } from './syntax.js';

export type Receiver =
  | { readonly ok: true; readonly kind: 'none' }
  /** A plain function called as `name.call(this, …)`. */
  | { readonly ok: true; readonly kind: 'call' }
  | {
      readonly ok: true;
      readonly kind: 'method';
      readonly owner: ts.ClassLikeDeclaration;
      readonly member: Closure;
      /** `private `, `private static ` or nothing. */
      readonly modifiers: string;
      /** `#` or nothing. */
      readonly mark: string;
    };

export function chooseReceiver(region: Region, uses: RangeUses): Receiver | Refusal {
  const refusal = refuseUses(region, uses);
  if (refusal !== undefined) return refusal;
  const hidden = uses.privateName || usesHiddenMember(region);
  if (uses.this.length === 0 && !hidden) return { ok: true, kind: 'none' };
  const holder = findThisHolder(region);
  if (holder !== undefined) {
    const { parent } = holder;
    if (region.compiler.isClassLike(parent)) return chooseForClass(region, parent, holder, hidden);
    if (!hidden) return { ok: true, kind: 'call' };
  }
  return refuse('this_binding', 'The range uses `this` in a place where no function can take it over.');
}

function refuseUses({ compiler, root }: Region, uses: RangeUses): Refusal | undefined {
  if (hasDynamicNames(compiler, root)) {
    return refuse('unsupported', 'With eval or with around, no name is certain.');
  }
  if (uses.arguments)
    return refuse('arguments_object', 'The range uses the arguments object of the function.');
  if (uses.super) return refuse('super_call', 'The range uses super.');
  if (uses.newTarget) return refuse('super_call', 'The range uses new.target.');
  if (uses.yields) return refuse('generator', 'The range yields from a generator.');
  return undefined;
}

function findThisHolder({ compiler, owner }: Region): Closure | undefined {
  let at: Closure | undefined = owner;
  while (at !== undefined && compiler.isArrowFunction(at)) at = findClosure(compiler, at);
  return at;
}

function chooseForClass(
  region: Region,
  owner: ts.ClassLikeDeclaration,
  member: Closure,
  hidden: boolean,
): Receiver | Refusal {
  const { compiler, file } = region;
  const isStatic =
    compiler.isClassStaticBlockDeclaration(member) ||
    hasModifier(compiler, member, compiler.SyntaxKind.StaticKeyword);
  const sharp = owner.members.some(({ name }) => name !== undefined && compiler.isPrivateIdentifier(name));
  const typed = isTypeScriptFile(file);
  const hash = sharp && (!typed || !hasPrivateKeyword(region, owner));
  if (hash && isStatic) {
    return refuse('this_binding', 'A static method cannot hand its `this` to a private method safely.');
  }
  const method = { ok: true, kind: 'method', owner, member } as const;
  if (hash) return { ...method, modifiers: '', mark: '#' };
  if (typed) return { ...method, modifiers: isStatic ? 'private static ' : 'private ', mark: '' };
  // A class in plain JavaScript must not gain a public method.
  if (!hidden) return { ok: true, kind: 'call' };
  return refuse('this_binding', 'The range uses private names of the class.');
}

function hasPrivateKeyword({ compiler }: Region, owner: ts.ClassLikeDeclaration): boolean {
  return owner.members.some((member) => hasModifier(compiler, member, compiler.SyntaxKind.PrivateKeyword));
}

/** Members that only code of the class may name. */
function usesHiddenMember(region: Region): boolean {
  const { compiler, checker, file, first, last } = region;
  if (!isTypeScriptFile(file)) return false;
  const { ModifierFlags } = compiler;
  const visit = (node: ts.Node): boolean => {
    if (node.end <= first.pos || node.pos >= last.end) return false;
    if (region.has(node) && compiler.isPropertyAccessExpression(node)) {
      const declaration = checker.getSymbolAtLocation(node.name)?.valueDeclaration;
      const flags = declaration === undefined ? 0 : compiler.getCombinedModifierFlags(declaration);
      if ((flags & (ModifierFlags.Private | ModifierFlags.Protected)) !== 0) return true;
    }
    return compiler.forEachChild(node, (child) => visit(child) || undefined) === true;
  };
  return visit(region.root);
}
