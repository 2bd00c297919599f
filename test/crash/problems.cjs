// What is still wrong in the project of the small task. Run with a folder, it prints how many problems there are.
const fs = require('node:fs');
const path = require('node:path');

exports.findProblems = (root) => {
  const read = (file) =>
    fs.existsSync(path.join(root, file)) ? fs.readFileSync(path.join(root, file), 'utf8') : '';
  return [
    read('sum.txt').includes('a + b') ? undefined : 'sum does not add',
    read('label.txt').includes('right') ? undefined : 'label is not right',
    read('docs/new/notes.txt').includes('why') ? undefined : 'no notes',
    read('sum.txt').includes('BROKEN') ? 'sum is broken' : undefined,
    read('extra/bad.txt') === '' ? undefined : 'a file nobody wanted',
  ].filter((problem) => problem !== undefined);
};

if (require.main === module)
  process.stdout.write(`problems: ${exports.findProblems(process.cwd()).length}\n`);
