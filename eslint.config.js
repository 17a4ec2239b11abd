import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "demo/", "coverage/", "suites/", "**/*.py"] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: ["eslint.config.js", "scripts/*.mjs", "perf/*.mjs"],
        },
      },
    },
    rules: {
      "max-lines": ["error", { max: 400, skipBlankLines: false, skipComments: false }],
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/ban-ts-comment": [
        "error",
        { "ts-expect-error": "allow-with-description" },
      ],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "no-console": "error",
    },
  },
  { files: ["**/*.test.ts"], rules: { "max-lines": "off" } },
  {
    files: ["scripts/*.mjs", "perf/*.mjs", "eslint.config.js"],
    ...tseslint.configs.disableTypeChecked,
  },
  { files: ["scripts/*.mjs", "perf/*.mjs"], rules: { "no-console": "off" } },
);
