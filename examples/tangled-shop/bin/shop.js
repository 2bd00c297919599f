#!/usr/bin/env node
// npm run shop -- report 2026-03
import { readFileSync } from 'node:fs';
import { createCatalog } from '../src/catalog.js';
import { runShop } from '../src/cli.js';

const { products, orders, coupons } = JSON.parse(
  readFileSync(new URL('../data/shop.json', import.meta.url), 'utf8'),
);
process.exitCode = runShop(
  process.argv.slice(2),
  { catalog: createCatalog(products), orders, coupons },
  (text) => process.stdout.write(`${text}\n`),
);
