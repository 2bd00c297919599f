// Runs with every test file: a module is loaded once a worker, so that a hook of its own would run after the first file only.
import { afterAll } from 'vitest';
import { removeProjects } from './walled-project.js';

afterAll(removeProjects, 300_000);
