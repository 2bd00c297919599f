import { describe, expect, it } from 'vitest';
import { suggestNames } from '../../../../src/code/typescript/naming/suggest-names.js';
import { readMarkedCode } from './marked-code.js';

const inFunction = (name: string, body: string): string => `function ${name}(input) {\n${body}\n}`;

describe('a name for an extracted function', () => {
  const GOLDEN: [[string, string, string], ...[string, string, string][]] = [
    // comments
    [
      'applyVolumeDiscount',
      'checkout',
      '// apply the volume discount\n«if (order.items.length > 10) { order.total *= 0.9; }»\nreturn order;',
    ],
    [
      'removeDuplicates',
      'load',
      '/* Removes duplicates from the list. */\n«const seen = new Set(); for (const x of list) { if (!seen.has(x)) seen.add(x); }»\nreturn seen;',
    ],
    [
      'normalizeAllLineEndings',
      'build',
      '// First, we normalize all line endings so that diffs are stable\n«text = text.replace(/\\r/g, ""); if (!text.endsWith("\\n")) text += "\\n";»\nreturn text;',
    ],
    [
      'showLoginForm',
      'render',
      '// If the user is logged out, show the login form\n«if (!session.user) { page.body = form; page.title = "x"; }»\nreturn page;',
    ],
    [
      'refreshAccounts',
      'sync',
      '// TODO: this is slow\n«for (const account of accounts) { refreshAccount(account); }»\nreturn 1;',
    ],
    [
      'flushQueueIfNeeded',
      'sync',
      '// const old = compute(1);\n«if (queue.length > 0) { flushQueue(queue); }»\nreturn 1;',
    ],
    // conditions
    [
      'isCircleOrEllipse',
      'draw',
      'if («shape.type === "circle" || shape.type === "ellipse"») { drawRound(shape); }',
    ],
    ['isUserInactive', 'login', 'if («!user || !user.active») { return null; }'],
    ['isUserActive', 'login', 'if («user && user.active») { return null; }'],
    [
      'exceedsMaxLengthAndHasNoForce',
      'cut',
      'if («text.length > maxLength && !options.force») { text = text.slice(0, 10); }',
    ],
    ['isObject', 'walk', 'if («node !== null && typeof node === "object"») { queue.push(node); }'],
    [
      'isWhitespace',
      'skip',
      'while («char === " " || char === "\\t" || char === "\\n" || char === "\\r"») next();',
    ],
    [
      'shouldSkipOrder',
      'ship',
      'for (const order of orders) { if («order.paid && order.items.length > 0 && !order.shipped && region !== "x"») continue; }',
    ],
    ['hasSameMajorAndMinor', 'check', 'return «a.major === b.major && a.minor === b.minor»;'],
    ['checkExpired', 'check', 'const isExpired = «token.expires < now && !token.renewable»;'],
    ['shouldSetOption', 'parse', 'if («arg.startsWith("--") && arg.includes("=")») { setOption(arg); }'],
    [
      'isImportOrExportDeclaration',
      'visit',
      'if («node.kind === SyntaxKind.ImportDeclaration || node.kind === SyntaxKind.ExportDeclaration») { record(node); }',
    ],
    ['isBookInvalid', 'save', 'if («!title || !author || pages <= 0») throw new Error("invalid book");'],
    [
      'isAddressIncomplete',
      'check',
      'if («!street || !city») problems.push("The address is not complete.");',
    ],
    [
      'isQuantityInvalid',
      'check',
      'if («!whole(n) || n < 1») problems.push(`${title}: the quantity must be whole.`);',
    ],
    [
      'isGiftNoteTooLong',
      'check',
      'if («note !== draft && size(note) > most(kind) || force») throw new Error(`The gift note is longer than ${n}.`);',
    ],
    ['isUserMissing', 'check', 'if («a.b > c.d || check(e) && !f.g») throw new TypeError("User not found");'],
    [
      'isTypeOrRangeError',
      'read',
      'if («error instanceof TypeError || error instanceof RangeError») return;',
    ],
    ['isNodeVisitedOrIgnored', 'visit', 'if («visited.has(node) || ignored.has(node)») return;'],
    ['isVerboseAndNotQuiet', 'open', 'if («options.verbose && !options.quiet») { logger.print(input); }'],
    [
      'shouldOpenGroup',
      'open',
      'if («index === 0 || items[index - 1].group !== item.group») { openGroup(item); }',
    ],
    [
      'isEmailAndEmailNotBlocked',
      'match',
      'if («email.match(EMAIL_PATTERN) && !blocked.includes(email)») { send(email); }',
    ],
    ['isStringAndNotEmpty', 'match', 'return «isString(value) && value.trim() !== ""»;'],
    [
      'isUserEligible',
      'greet',
      'if («user.verified && !user.banned && user.age >= 18 && user.name !== ""») { text = user.name; }',
    ],
    [
      'needsMissingTests',
      'list',
      'const missing = «hasRed && !isRed && tests.length === 0» ? missingTests(input) : undefined;',
    ],
    [
      'shouldSkipHiddenFiles',
      'list',
      '// skip hidden files\nif («file.dot && !options.all || mode === 3») { left = file; }',
    ],
    [
      'isOrderOverdue',
      'bill',
      '// If the order is overdue, the fee is added.\nif («order.due < now && !order.paid && now > 3») { total += fee; }',
    ],
    [
      'isPathTooLong',
      'open',
      'if («a.b > c.d || check(e) && !f.g») return { ok: false, message: "The path is longer than the system allows." };',
    ],
    ['isMatch', 'compare', 'const match = «left.kind === right.size && left.age > 3 && !right.g»;'],
    ['isNumberOption', 'parse', 'if («word === "--number" || word === "-n"») { at += 1; }'],
    [
      'canStaffCancel',
      'canCancel',
      'if (a || («by === "staff" && order.status === "shipped" && order.placedOn === today && !order.express»)) { return true; }',
    ],
    [
      'isFreeOfCharge',
      'quote',
      'if («goods >= FREE_FROM && !order.express && carrier === "post"») { price = 0; remark = "free of charge"; }',
    ],
    ['isQuoted', 'read', 'if («a.b > c.d && next(e) && !f.g») { quoted = true; }'],
    ['shouldResetPrice', 'quote', 'if («a.b > c.d && next(e) && !f.g») { price = 0; }'],
    [
      'hasValue',
      'write',
      'if («typeof key === "object" && key && typeof key.value !== "undefined"») { a(); }',
    ],
    [
      'canUseAdjustedPrefix',
      'write',
      'if («a.b > c.d && next(e) && !f.g») { return adjustedPrefix + "[]"; }',
    ],
    ['shouldStopReading', 'readLine', 'if («a.b > c.d && next(e) && !f.g») { return a ? b : [1]; }'],
    // guards
    [
      'checkShipTo',
      'findProblems',
      '«const { street, city } = order.shipTo;\nif (street.trim() === "" || city.trim() === "") { problems.push("a"); }\nif (order.note.length > 3) { problems.push("b"); }\nreturn problems;»',
    ],
    [
      'validateArrayLimit',
      'parse',
      '«if (options.throwOnLimit && length >= options.arrayLimit) { throw new RangeError("too many"); }»\nreturn length;',
    ],
    [
      'validateName',
      'createUser',
      '«if (!name) { throw new Error("name"); }\nif (typeof name !== "string") { throw new TypeError("name"); }»\nreturn name;',
    ],
    [
      'validateOptions',
      'createUser',
      '«if (!options.host) throw new Error("host");\nif (options.port < 1 || options.port > 65535) throw new Error("port");»\nreturn options;',
    ],
    // outputs
    [
      'findDiscount',
      'checkout',
      'let discount = 0;\n«if (customer.gold) { discount = 10; } else if (total > 100) { discount = 5; }»\nreturn total - discount;',
    ],
    [
      'computeTotal',
      'checkout',
      '«let total = 0; for (const item of items) { total += item.price * item.count; }»\nreturn total;',
    ],
    [
      'listErrors',
      'checkout',
      '«const errors = []; if (!a) errors.push("a"); if (!b) errors.push("b");»\nreturn errors;',
    ],
    [
      'formatLabel',
      'checkout',
      '«let label = "x"; if (count === 1) { label = `${count} item`; } else { label = `${count} items`; }»\nreturn label;',
    ],
    [
      'findMatch',
      'findUser',
      'let match = null;\n«for (const user of users) { if (user.id === id) { match = user; break; } }»\nreturn match;',
    ],
    [
      'countFailures',
      'report',
      '«let failures = 0; for (const test of tests) { if (test.failed && !test.flaky) failures++; }»\nreturn failures;',
    ],
    [
      'prepareConfig',
      'load',
      '«const config = parseConfig(text) ; if (config.extends && !config.root) { config.parent = 1; }»\nreturn config;',
    ],
    [
      'detectFailed',
      'report',
      '«let hasFailed = false; for (const t of tests) { if (t.failed) hasFailed = true; }»\nreturn hasFailed;',
    ],
    [
      'findPlace',
      'toCase',
      '«const frame = pickFrame(input); const place = frame ?? parseLocation(input.at);»\nreturn { place };',
    ],
    [
      'findSeverity',
      'read',
      '«const said = LEVEL.exec(input); const known = toSeverity(said?.[1] ?? said?.[2]);»\nreturn known;',
    ],
    [
      'listAdvice',
      'report',
      '«const advice = []; for (const found of input) if (found.ok && found.text) advice.push(found.text);»\nreturn advice;',
    ],
    [
      'readCurrentArrayLength',
      'parseObject',
      '«let currentArrayLength = 0; if (chain.length > 0) { currentArrayLength = chain.at(-1).length; }»\nreturn currentArrayLength;',
    ],
    [
      'checkReady',
      'load',
      '«let isReady = input.open; if (input.late) { isReady = input.open && input.done; }»\nreturn isReady;',
    ],
    [
      'collectLineProblems',
      'findProblems',
      '«for (const line of order.lines) { if (line.count < 1) problems.push("a"); else if (line.late) problems.push("b"); }»\nreturn problems;',
    ],
    [
      'addAmount',
      'priceOrder',
      '«if (product.kind === "tea") { reduced += amount; } else { full += amount; }»\nreturn reduced + full;',
    ],
    [
      'computeTax',
      'priceOrder',
      '«let tax = 0; if (order.home) { tax = full * 3 + reduced * 2; } else { notes.push("x"); }»\nreturn { tax, notes };',
    ],
    [
      'isBroken',
      'scan',
      'let broken = false;\n«for (const part of parts) { if (part.cracked && !part.mended) broken = true; }»\nreturn broken;',
    ],
    [
      'scanParts',
      'scan',
      'let broken = false;\n«for (const part of parts) { if (part.cracked) { note(part); broken = true; } }»\nreturn broken;',
    ],
    [
      'readLines',
      'select',
      '«let startLine = input.from.row; let endLine = input.to.row; if (startLine > endLine) { endLine = startLine; }»\nreturn [startLine, endLine];',
    ],
    // actions
    [
      'addFlakyNames',
      'describe',
      '«for (const test of tests) { if (test.flaky) { for (const name of test.names) flaky.add(name); } }»\nreturn 1;',
    ],
    ['updateCache', 'update', '«if (!cache.has(key)) { cache.set(key, value); }»\nreturn 1;'],
    [
      'sendMails',
      'notify',
      '«for (const user of users) { if (user.subscribed) { sendMail(user); } }»\nreturn 1;',
    ],
    [
      'closeWindowIfNeeded',
      'close',
      '«if (dirty) { saveDocument(doc); closeWindow(win); closeWindow(other); }»\nreturn 1;',
    ],
    [
      'removeSessions',
      'clean',
      '«for (const key of Object.keys(sessions)) { if (sessions[key].expired) delete sessions[key]; }»\nreturn 1;',
    ],
    [
      'applyOptions',
      'configure',
      '«this.width = options.width || 10; this.height = options.height || 20; this.title = options.title;»\nreturn 1;',
    ],
    [
      'updateOrder',
      'place',
      '«order.status = "placed"; order.placedAt = now; if (gift) order.wrapping = "paper";»\nreturn 1;',
    ],
    // branches
    [
      'renderCircle',
      'render',
      'switch (shape.kind) { case "circle": «const r = shape.radius; if (r > 0) { ctx.arc(r); } else { ctx.dot(); }» break; }',
    ],
    [
      'formatCurrencyValue',
      'formatValue',
      'switch (type) { case Type.Currency: «const n = round(value); if (n < 0) { text = n; }» break; }',
    ],
    [
      'handleSubscribeMessage',
      'handleMessage',
      'if (message.type === "subscribe") { «const c = find(message); if (c && c.open) { c.add(1); } else { c.open = true; }» }',
    ],
    // expressions
    ['chooseClassName', 'render', 'const className = «active ? "a" : hover ? "b" : "c"»;'],
    ['ensureSection', 'render', 'const section = «sections[name] || createSection(name)»;'],
    [
      'formatMessage',
      'render',
      'return { message: «`${user.name} has ${count} new ${count === 1 ? "message" : "messages"}`» };',
    ],
    ['computePrice', 'priceOf', 'return «base * (1 + tax) - (coupon ? coupon.value : 0)»;'],
    // what changes what it is given, several values, and what is no word
    [
      'adjustValue',
      'parseValues',
      '«if (value && options.entities) { value = decode(String(value)); }\nif (part.list) { value = isList(value) ? [value] : value; }»\nuse(value);',
    ],
    [
      'findCharset',
      'parse',
      '«let charset = options.charset;\nif (first === mark) { charset = "utf-8"; } else if (first === other) { charset = "iso"; }»\nreturn charset;',
    ],
    [
      'adjustLength',
      'send',
      '«length = Math.max(0, length - offset);\nif (options.end && length > options.end) length = Math.min(length, options.end);»\nreturn length;',
    ],
    [
      'setKey',
      'parse',
      '«if (known && (mode === 3 || mode === 4)) { out[key] = merge(out[key], 2); } else if (!known) { out[key] = 1; }»\nreturn out;',
    ],
    [
      'readWidthAndHeight',
      'measure',
      '«let width = box.w;\nlet height = box.h;\nif (box.turned) { width = box.h; height = box.w; }»\nreturn use(width, height);',
    ],
    [
      'isFirebug',
      'useColors',
      'if (plain) { return false; }\nreturn modern ||\n// Is firebug? See the manual.\n(«page && page.console && (page.console.a || page.console.b)») || old;',
    ],
    [
      'canUseColors',
      'useColors',
      'if (plain) { return false; }\n«return (page && page.console && page.console.a) || (agent && agent.match(/b/));»',
    ],
    [
      'updateState',
      'increase',
      '«if (a && b) { this.major = 1; } else if (c) { this.minor = 0; this.patch = 0; }»\nreturn this;',
    ],
    [
      'compareIdentifiersRest',
      'compareIdentifiers',
      'return a === b ? 0 : «(x && !y ? -1 : y && !x ? 1 : a < b ? -1 : 1)»;',
    ],
    // loops and last resorts
    ['processOrders', 'process', '«for (const order of orders) { if (a) { b = 1; } }»\nreturn 1;'],
    [
      'parseOption',
      'parseOptions',
      'for (const arg of args) { «const [k, v] = arg.split("="); if (v === undefined) { out[k] = true; } else { out[k] = v; }» }',
    ],
    [
      'checkPalindrome',
      'isPalindrome',
      '«if (a !== b) { return false; } if (c !== d) { return false; }»\nreturn true;',
    ],
  ];

  it.each(GOLDEN)('%s in %s', (expected, name, body) => {
    expect(suggestNames(readMarkedCode(inFunction(name, body)))[0]).toBe(expected);
  });

  it.each(GOLDEN)('has free, valid and different alternatives beside %s', (_, name, body) => {
    const input = readMarkedCode(inFunction(name, body));
    const names = suggestNames(input);
    expect(new Set(names).size).toBe(names.length);
    for (const alternative of names) {
      expect(alternative).toMatch(/^[a-z][A-Za-z\d]{1,39}$/);
      expect(input.taken).not.toContain(alternative);
      expect(alternative).not.toMatch(/^(?:extracted|helper|newFunction)/);
    }
  });

  it.each([
    ['parse', 'if («code === 65279 || code === 116 && next === 72») { skip(); }'],
    ['check', '«let bad = 0; if (a.b) { bad = a.c * 2; } else { bad = b.c; }»\nreturn bad;'],
    ['run', 'if («x.a > 3 && f(y) && z(q) < 4») { use(1); }'],
  ])('has no numbers, letters or lone adjectives in %s: %s', (name, body) => {
    const [best = ''] = suggestNames(readMarkedCode(inFunction(name, body)));
    expect(best).not.toMatch(/\d|Bad$|^meets|(?:^|[a-z])[A-Z](?:[A-Z]|$)/);
  });

  it('is the same each time', () => {
    const marked = inFunction('checkout', GOLDEN[0][2]);
    expect(suggestNames(readMarkedCode(marked))).toEqual(suggestNames(readMarkedCode(marked)));
  });

  it('passes over names that are taken', () => {
    const input = readMarkedCode(
      inFunction('checkout', '// apply the discount\n«if (a && b) { total = 1; }»\nreturn total;'),
    );
    const [first = '', second] = suggestNames(input);
    expect(first).toBe('applyDiscount');
    expect(suggestNames({ ...input, taken: new Set([...input.taken, first]) })[0]).toBe(second);
  });

  it('is numbered only when everything else is taken', () => {
    const input = readMarkedCode(
      inFunction('checkout', '// apply the discount\n«if (a && b) { total = 1; }»\nreturn total;'),
    );
    const taken = new Set([...input.taken, ...suggestNames(input)]);
    expect(suggestNames({ ...input, taken })).toEqual(['applyDiscount2']);
  });

  it('says something even about code without a single telling word', () => {
    const names = suggestNames(
      readMarkedCode(inFunction('f', '«if (a) { b = c; } else if (d) { b = e; }»\nreturn 1;')),
    );
    expect(names[0]).toMatch(/^[a-z]\w+$/);
  });

  it('follows a file that writes its functions in snake_case', () => {
    const others = 'function read_file() {}\nfunction write_file() {}\nfunction close_all() {}\n';
    const marked = `${others}function check_out(order) {\n// apply the volume discount\n«if (order.big) { order.total = 1; }»\n}`;
    expect(suggestNames(readMarkedCode(marked))[0]).toBe('apply_volume_discount');
  });

  it('follows a file that marks its functions with fn', () => {
    const others = 'const fnRead = () => 1;\nconst fnWrite = () => 2;\nconst fnClose = () => 3;\n';
    const marked = `${others}const fnCheckOut = (order) => {\n// apply the volume discount\n«if (order.big) { order.total = 1; }»\n};`;
    expect(suggestNames(readMarkedCode(marked))[0]).toBe('fnApplyVolumeDiscount');
  });

  it('takes the class for what a constructor has no words for', () => {
    const marked = 'class Cart { constructor(a) {\n«if (a) { b(); } else { c(); }»\n} }';
    expect(suggestNames(readMarkedCode(marked))).toContain('initCartStep');
  });

  it('finds names in markup', () => {
    const marked = 'const Page = ({ user }) => <Menu title={«user.admin ? "a" : user.guest ? "b" : "c"»} />;';
    expect(suggestNames(readMarkedCode(marked, 'page.tsx'))[0]).toBe('chooseTitle');
  });

  it('does not take remarks, switched-off code and reasons for descriptions', () => {
    const comments = [
      'TODO refactor the loop',
      'eslint-disable-next-line',
      'x = compute(y);',
      "don't touch the cache",
      'Note that order matters',
      'list of names',
    ];
    for (const comment of comments) {
      const marked = inFunction('load', `// ${comment}\n«if (queue.size > 3) { flushQueue(queue); }»`);
      expect(suggestNames(readMarkedCode(marked))[0]).toBe('flushQueueIfNeeded');
    }
  });

  it('takes the only comment in the code when nothing stands above it', () => {
    const body =
      'const list = [];\n«let total = 0;\n// Add up the lines\nfor (const line of lines) { if (line.gift) continue; total += line.price; }»\nreturn total;';
    expect(suggestNames(readMarkedCode(inFunction('price', body)))[0]).toBe('addUpLines');
  });

  it('never repeats a condition of three parts or more', () => {
    const body = 'return { assertion: «operator !== undefined || isAssertion(text) && count(input) > 3» };';
    for (const name of suggestNames(readMarkedCode(inFunction('toCase', body))))
      expect(name).not.toMatch(/(?:And|Or).*(?:And|Or)/);
  });

  it('does not say that something is there when more is asked', () => {
    const body = 'if («coupon && a.b(c) > d.e(f)») { total -= 3; }';
    expect(suggestNames(readMarkedCode(inFunction('price', body)))[0]).not.toBe('hasCoupon');
  });

  it('does not name a block after one of many things it does', () => {
    const body =
      '«notes.push(input); console.log(input); if (input.late) { cart.total = 3; flush(); } queue[0] = input;»\nreturn 1;';
    expect(suggestNames(readMarkedCode(inFunction('saveOrder', body)))[0]).not.toBe('addNote');
  });

  it('does not name anything after a global', () => {
    const body =
      '«if (Math.log2(a) > Math.max(b, c)) { return false; } if (Math.abs(d) > 3) { return true; }»\nreturn e;';
    expect(suggestNames(readMarkedCode(inFunction('isDrawn', body))).join()).not.toContain('Math');
  });

  it('handles and processes only when nothing else is known', () => {
    const body = '«for (const order of orders) { if (a) { b = 1; } }»\nreturn 1;';
    expect(suggestNames(readMarkedCode(inFunction('sendAll', body)))[0]).not.toMatch(/^(?:handle|process)/);
  });

  it('trusts a comment less when later statements have comments of their own', () => {
    const body =
      '// read the header\n«const size = bytes[0];\n// skip the padding\nif (size > 3) { offset += size; }»\nreturn offset + size;';
    expect(suggestNames(readMarkedCode(inFunction('decode', body)))).toContain('readHeader');
    expect(suggestNames(readMarkedCode(inFunction('decode', body)))[0]).not.toBe('readHeader');
  });

  it('promises nothing that the code does not give', () => {
    const body = '«if (a) { state.open = true; } for (const row of rows) { send(row); }»\ndone();';
    for (const name of ['findRows', 'readState', 'computeTotals', 'listOpen']) {
      const [first] = suggestNames(readMarkedCode(inFunction(name, body)));
      expect(first).not.toMatch(/^(?:find|read|compute|list|get|build)[A-Z]/);
    }
  });

  it.each([
    ['«if (group.closed) { throw new Error("closed"); } if (group.size > 3) { throw new Error("full"); }»'],
    ['«const size = count(group); if (size > 3) { const text = tell(size); throw new Error(text); }»'],
    ['«for (const name of names) { if (!name) { throw new Error("empty"); } }»'],
  ])('checks or validates when all that the code does is to throw: %s', (body) => {
    expect(suggestNames(readMarkedCode(inFunction('updateGroup', body)))[0]).toMatch(
      /^(?:check|validate)[A-Z]/,
    );
  });

  it('does not say whom a condition is about when it is about somebody else first', () => {
    const body =
      'if («order.open && by === "staff" && order.placedOn === today && !order.express») { return 1; }';
    expect(suggestNames(readMarkedCode(inFunction('canCancel', body)))[0]).not.toBe('canStaffCancel');
  });

  it('does not take the comment of one of several branches for all of them', () => {
    const body =
      '// open the gate\n«if (a) { mail.send(1); } else if (b) { mail.send(2); } else { mail.send(3); }»\ndone();';
    const names = suggestNames(readMarkedCode(inFunction('arrive', body)));
    expect(names[0]).not.toBe('openGate');
    const weak = '// use the short way\n«if (a) { road.leave(1); }»\ndone();';
    expect(suggestNames(readMarkedCode(inFunction('arrive', weak))).join()).not.toContain('useShortWay');
  });
});
