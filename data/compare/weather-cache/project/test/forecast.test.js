import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Forecasts } from '../src/forecast.js';
import { Source } from '../src/source.js';

function open() {
  const source = new Source();
  return { source, forecasts: new Forecasts(source) };
}

test('asks once for the same question, in whatever order', () => {
  const { source, forecasts } = open();
  forecasts.get({ city: 'Oslo', days: 2 });
  forecasts.get({ days: 2, city: 'Oslo' });
  assert.equal(source.calls, 1);
});

test('places are told apart', () => {
  const { forecasts } = open();
  assert.equal(forecasts.get({ city: 'Oslo' }).city, 'Oslo');
  assert.equal(forecasts.get({ city: 'Bergen' }).city, 'Bergen');
});

test('names that look like other questions are told apart', () => {
  const { forecasts } = open();
  forecasts.get({ city: 'Oslo', days: 2 });
  assert.equal(forecasts.get({ city: 'Oslodays2' }).city, 'Oslodays2');
  forecasts.get({ city: 'Rome', units: 'metric' });
  assert.equal(forecasts.get({ city: 'Romeunitsmetric' }).city, 'Romeunitsmetric');
});

test('signs in a name do not make it another question', () => {
  const { forecasts } = open();
  const signs = ['', ' ', '&', '=', ',', ';', ':', '|', '/', '"', "'"];
  const names = signs.flatMap((before) => signs.map((after) => `Oslo${before}days${after}2`));
  for (const city of [...names, 'Oslo"&days="2', 'Oslo","days":"2', 'A&B', 'A%26B', 'A"B', 'A\\"B']) {
    forecasts.get({ city: 'Oslo', days: 2 });
    assert.equal(forecasts.get({ city }).city, city);
  }
});

test('nothing is not the same as left out', () => {
  const { forecasts } = open();
  assert.equal(forecasts.get({ city: 'Oslo' }).days, 1);
  for (const days of [0, '', false]) assert.equal(forecasts.get({ city: 'Oslo', days }).days, days);
});

test('what is undefined is the same as left out', () => {
  const { source, forecasts } = open();
  forecasts.get({ city: 'Oslo' });
  forecasts.get({ city: 'Oslo', days: undefined });
  assert.equal(source.calls, 1);
});

test('units are told apart', () => {
  const { forecasts } = open();
  const metric = forecasts.get({ city: 'Oslo', units: 'metric' }).temperatures[0];
  assert.equal(forecasts.get({ city: 'Oslo', units: 'imperial' }).temperatures[0], metric * 1.8 + 32);
});
