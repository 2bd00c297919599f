// Is the agent going round in circles right now? A pure verdict on the end of its history.
import type { LoopDetection, LoopRecord, LoopThresholds } from '../../schema/index.js';
import { toHistory, windowSize, type Finding, type History } from './history.js';
import { findCycle, findIdenticalAction, findOscillation } from './repetition.js';
import { findNoProgress, findSameAnswer, findSameOutcome } from './stagnation.js';
import { suggestNext } from './suggestions.js';

/** The most specific kind wins, so that the suggestions fit. */
const rules: readonly ((history: History) => Finding | undefined)[] = [
  findIdenticalAction,
  findOscillation,
  findCycle,
  findSameOutcome,
  findSameAnswer,
  findNoProgress,
];

const maxEvidence = 8;
const lessCertain = 0.9;

/** The loop going on at the last record, if there is one. Looks at the last 40 records only. */
export function detectLoop(
  records: readonly LoopRecord[],
  thresholds: LoopThresholds,
): LoopDetection | undefined {
  const history = toHistory(records, thresholds);
  if (history === undefined) return undefined;
  for (const rule of rules) {
    const finding = rule(history);
    if (finding !== undefined) return toDetection(finding, history.last);
  }
  return undefined;
}

/**
 * One detection at each step where a loop newly shows: the step before showed none or another kind, or what came
 * after the last detection is a loop by itself, that is, the loop went on although it could have been noticed.
 */
export function detectLoops(records: readonly LoopRecord[], thresholds: LoopThresholds): LoopDetection[] {
  const detections: LoopDetection[] = [];
  let before: LoopDetection | undefined;
  let since = 0;
  for (let end = 1; end <= records.length; end += 1) {
    const start = Math.max(0, end - windowSize);
    const detection = detectLoop(records.slice(start, end), thresholds);
    const wentOn = (): boolean =>
      detectLoop(records.slice(Math.max(since, start), end), thresholds) !== undefined;
    if (detection !== undefined && (detection.kind !== before?.kind || wentOn())) {
      detections.push(detection);
      since = end;
    }
    before = detection;
  }
  return detections;
}

function toDetection(finding: Finding, last: LoopRecord): LoopDetection {
  const { kind, confidence, description, steps } = finding;
  return {
    step: last.step,
    kind,
    // A verdict that could not look at the workspace is a little less certain.
    confidence: last.workspace === undefined ? confidence * lessCertain : confidence,
    description,
    evidence: steps.slice(-maxEvidence).map(describeStep),
    suggestions: suggestNext(finding, last),
  };
}

function describeStep({ step, action, target, outcome, error }: LoopRecord): string {
  const about = target === undefined ? '' : ` ${target}`;
  return `step ${step}: ${action}${about} → ${error ?? outcome}`;
}
