import type { Cents } from './money.js';

export type Category = 'tea' | 'ware' | 'gift' | 'book';

export interface Product {
  sku: string;
  title: string;
  category: Category;
  price: Cents;
  weightGrams: number;
  /** Teapots and cups travel in a box of their own. */
  fragile?: boolean;
  /** Gone from the shelf, still in old orders. */
  retired?: boolean;
}

export type Catalog = ReadonlyMap<string, Product>;

export function createCatalog(products: readonly Product[]): Catalog {
  return new Map(products.map((product) => [product.sku, product]));
}

export function requireProduct(catalog: Catalog, sku: string): Product {
  const product = catalog.get(sku);
  if (!product) throw new Error(`There is no product ${sku}.`);
  return product;
}
