// The database's schema as numbered, immutable steps. Columns rather than JSON for whatever an
// analysis reads. A new step is added at the end; a landed one is never edited.

export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE study (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    file TEXT NOT NULL,               -- the study file as JSON, defaults filled in
    created_at INTEGER NOT NULL
  );

  CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,        -- order of the plan
    purpose TEXT NOT NULL CHECK (purpose IN ('solve', 'verify')),
    benchmark TEXT NOT NULL,
    instance_id TEXT NOT NULL,
    condition TEXT NOT NULL,
    agent TEXT NOT NULL,
    replicate INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('planned', 'started', 'recorded', 'ineligible')),
    reason TEXT,                      -- why ineligible
    outcome TEXT,                     -- of the current rule, once recorded
    outcome_detail TEXT,
    outcome_rule INTEGER
  );
  CREATE INDEX runs_by_status ON runs (status, position);

  CREATE TABLE needs (
    run_id TEXT NOT NULL REFERENCES runs (id),
    needed_id TEXT NOT NULL REFERENCES runs (id),
    PRIMARY KEY (run_id, needed_id)
  );

  CREATE TABLE attempts (
    run_id TEXT NOT NULL REFERENCES runs (id),
    number INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'abandoned', 'closed')),
    candidate INTEGER NOT NULL,       -- which candidate state of its condition it was given
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    ending TEXT,
    ending_detail TEXT,               -- decision, limit or code
    ending_evidence TEXT,
    steps INTEGER,
    wall_ms REAL,
    input_tokens INTEGER,
    output_tokens INTEGER,
    cost_usd REAL,
    isolation TEXT,                   -- what the sandbox really kept apart, JSON
    state_digest TEXT,
    patch BLOB,
    whole_patch BLOB,
    PRIMARY KEY (run_id, number)
  );

  CREATE TABLE grades (
    run_id TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    number INTEGER NOT NULL,
    graded_at INTEGER NOT NULL,
    duration_ms REAL NOT NULL,
    parser TEXT NOT NULL,
    observation TEXT NOT NULL,
    exit_code INTEGER,
    limit_ms INTEGER,
    code TEXT,
    evidence TEXT,
    PRIMARY KEY (run_id, attempt, number),
    FOREIGN KEY (run_id, attempt) REFERENCES attempts (run_id, number)
  );

  CREATE TABLE test_results (
    run_id TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    grade INTEGER NOT NULL,
    list TEXT NOT NULL CHECK (list IN ('FAIL_TO_PASS', 'PASS_TO_PASS')),
    test TEXT NOT NULL,
    status TEXT NOT NULL,
    PRIMARY KEY (run_id, attempt, grade, list, test),
    FOREIGN KEY (run_id, attempt, grade) REFERENCES grades (run_id, attempt, number)
  ) WITHOUT ROWID;

  CREATE TABLE states (
    benchmark TEXT NOT NULL,
    instance_id TEXT NOT NULL,
    condition TEXT NOT NULL,
    candidate INTEGER NOT NULL,       -- from 1, in order of the draws
    verdict TEXT NOT NULL CHECK (verdict IN ('accepted', 'rejected')),
    reason TEXT,                      -- why rejected
    digest TEXT NOT NULL,
    files_changed INTEGER NOT NULL,
    lines_added INTEGER NOT NULL,
    lines_deleted INTEGER NOT NULL,
    gold_files_changed INTEGER NOT NULL,
    PRIMARY KEY (benchmark, instance_id, condition, candidate)
  );

  CREATE TABLE events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    run_id TEXT,
    attempt INTEGER,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL DEFAULT ''
  );
  `,
  `
  ALTER TABLE states ADD COLUMN python TEXT;   -- version that compiled its files, null for none
  ALTER TABLE states ADD COLUMN uncompiled TEXT; -- why nothing compiled them, null where not so

  CREATE TABLE state_rewrites (
    benchmark TEXT NOT NULL,
    instance_id TEXT NOT NULL,
    condition TEXT NOT NULL,
    candidate INTEGER NOT NULL,
    transformation TEXT NOT NULL,
    rewrites INTEGER NOT NULL,        -- how many of this transformation the state has
    PRIMARY KEY (benchmark, instance_id, condition, candidate, transformation)
  ) WITHOUT ROWID;

  CREATE TABLE engine_faults (
    benchmark TEXT NOT NULL,
    instance_id TEXT NOT NULL,
    condition TEXT NOT NULL,
    candidate INTEGER NOT NULL,
    number INTEGER NOT NULL,          -- from 1, within the state
    gate TEXT NOT NULL CHECK (gate IN ('syntax', 'compile', 'null-run', 'gold')),
    transformation TEXT,              -- of the rewrites to blame; null where none was found
    file TEXT,
    message TEXT NOT NULL,
    detail TEXT NOT NULL,             -- the minimal case, JSON: core/engine-fault.ts
    PRIMARY KEY (benchmark, instance_id, condition, candidate, number)
  );

  -- What a tree showed that was made only to be tested: parts of a rejected state, gold patches
  -- carried onto a state. By content, so that none is tested twice.
  CREATE TABLE probes (
    benchmark TEXT NOT NULL,
    instance_id TEXT NOT NULL,
    digest TEXT NOT NULL,
    patch TEXT NOT NULL CHECK (patch IN ('none', 'gold')),
    number INTEGER NOT NULL,          -- from 1: repeats of the same
    at INTEGER NOT NULL,
    observed TEXT NOT NULL,           -- JSON: what is not as it must be
    PRIMARY KEY (benchmark, instance_id, digest, patch, number)
  );
  `,
  `
  -- When a grading was made that was taken from an earlier study; null for one of this study's own.
  ALTER TABLE grades ADD COLUMN reused_from INTEGER;
  `,
  `
  -- Paths of tests, or of what decides how they run, that the patch touches, JSON.
  ALTER TABLE grades ADD COLUMN touched_test_files TEXT NOT NULL DEFAULT '[]';
  `,
  `
  ALTER TABLE attempts ADD COLUMN cached_tokens INTEGER;
  ALTER TABLE attempts ADD COLUMN cache_write_tokens INTEGER;
  ALTER TABLE attempts ADD COLUMN reasoning_tokens INTEGER;
  ALTER TABLE attempts ADD COLUMN model_calls INTEGER;
  ALTER TABLE attempts ADD COLUMN cut_calls INTEGER;
  ALTER TABLE attempts ADD COLUMN reverted INTEGER NOT NULL DEFAULT 0; -- the agent undid history
  ALTER TABLE attempts ADD COLUMN model TEXT;  -- core/run.ts, ModelUse, JSON; null without a model
  `,
  `
  -- What models made for the study: core/material.ts.
  CREATE TABLE materials (
    key TEXT PRIMARY KEY,             -- of all that it was asked for with
    kind TEXT NOT NULL,
    ask INTEGER,                      -- the ask of this study that gave it; null: kept from before
    material TEXT NOT NULL            -- JSON
  );

  -- Each time that one was asked for, and what that took, also where nothing came of it.
  CREATE TABLE material_asks (
    key TEXT NOT NULL,
    number INTEGER NOT NULL,          -- from 1
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    input_tokens INTEGER,
    output_tokens INTEGER,
    cost_usd REAL,
    PRIMARY KEY (key, number)
  );

  -- Materials that the attempt's state was made with: core/material.ts, MaterialUse, JSON.
  ALTER TABLE attempts ADD COLUMN materials TEXT NOT NULL DEFAULT '[]';
  `,
];
