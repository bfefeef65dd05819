// What the linter looks for in the site's JavaScript; what a name means is the type checker's.

import { globalIgnores } from "eslint/config";

const RULES = {
  "array-callback-return": "error",
  "constructor-super": "error",
  "default-case-last": "error",
  eqeqeq: ["error", "always", { null: "ignore" }],
  "for-direction": "error",
  "no-async-promise-executor": "error",
  "no-cond-assign": "error",
  "no-const-assign": "error",
  "no-constant-condition": "error",
  "no-dupe-class-members": "error",
  "no-dupe-else-if": "error",
  "no-dupe-keys": "error",
  "no-duplicate-case": "error",
  "no-duplicate-imports": "error",
  "no-empty": "error",
  "no-eval": "error",
  "no-fallthrough": "error",
  "no-implied-eval": "error",
  "no-loss-of-precision": "error",
  "no-new-func": "error",
  "no-self-assign": "error",
  "no-self-compare": "error",
  "no-unreachable": "error",
  "no-unsafe-finally": "error",
  "no-unsafe-optional-chaining": "error",
  "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
  "no-unused-vars": ["error", { argsIgnorePattern: "^_", caughtErrors: "none" }],
  "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
  "no-useless-catch": "error",
  "no-useless-escape": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": ["error", { destructuring: "all" }],
  "require-yield": "error",
  semi: "error",
  "use-isnan": "error",
  "valid-typeof": "error",
};

export default [
  globalIgnores([".venv/", "node_modules/"]),
  { files: ["**/*.js"], languageOptions: { ecmaVersion: "latest", sourceType: "module" }, rules: RULES },
  { files: ["labs/bench/peer/*.js"], languageOptions: { sourceType: "commonjs" } },
];
