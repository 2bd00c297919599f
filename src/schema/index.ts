export { AgentForgeError } from './error.js';
export type { ErrorCode } from './error.js';
export { Diagnostic } from './diagnostic.js';
export {
  DiagnosticsReport,
  FailureReport,
  Frame,
  GitReport,
  Report,
  TestCase,
  RuleReport,
  TestReport,
  TraceReport,
} from './report.js';
export { Fact, FactCategory, FactData } from './fact.js';
export { LoopDetection, LoopKind, LoopRecord, LoopThresholds } from './loop.js';
export { RecordedEdit } from './edit.js';
export type { PlannedEdit } from './edit.js';
export {
  CheckSpec,
  Expectation,
  FeatureSpec,
  FixInputs,
  Limits,
  ReportFormat,
  Requirement,
  TargetFile,
  TaskInputs,
  TaskSpec,
  TestsSpec,
  ViolationInput,
} from './task.js';
export { GuardDefinition, GuardFile, GuardProfile } from './guard.js';
export { CheckDefinition, CheckFile, MetricName, Severity } from './check-definition.js';
export type { CheckKind } from './check-definition.js';
export {
  Exemption,
  ExemptionFile,
  TextChange,
  Violation,
  ViolationBaseline,
  ViolationRecord,
  ViolationStatus,
} from './violation.js';
export { Advice, FunctionMeasure, Recipe, RecipeStep } from './recipe.js';
export { MemoryRules, Phase, Rung, SectionName, TaskType, Transition } from './task-type.js';
export { CheckVerdict, TestVerdict, Verification } from './verification.js';
export { Broken, Decision, Note, Reply, Usage } from './reply.js';
export { Context, LedgerEntry, Message } from './context.js';
export { NamedCommand, ProjectConfig, ProviderConfig, WorkspacePrepare } from './config.js';
export { ReportRule, ReportRules } from './report-rule.js';
export {
  Act,
  ActionRecord,
  ChangeSet,
  Child,
  FileChange,
  Handover,
  LoopState,
  DrawnNames,
  KnownName,
  MemoryItem,
  OpenStep,
  RecordedReply,
  ProcessGroup,
  Question,
  Spent,
  StepResult,
  TaskState,
  TaskStatus,
} from './state.js';
export { ControlMessage, Envelope, EventBody, JOURNAL_SCHEMA, MAX_EVENT_BYTES } from './event.js';
export type { Event, EventOf, EventType } from './event.js';
