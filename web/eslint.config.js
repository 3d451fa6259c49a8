import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

/** Layout is prettier's; here is what can be wrong, and what is hard to read. */
export default ts.config(
  { ignores: ['node_modules', 'public', 'src/art', '**/*.gen.ts', 'src/generated'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs['flat/recommended'],
  ...svelte.configs['flat/prettier'],
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      'no-undef': 'off', // TypeScript knows better
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':matches(SvelteMustacheTag, SvelteDirective, SvelteIfBlock, SvelteConstTag) ConditionalExpression ConditionalExpression',
          message: 'A choice of three in markup: give it a name in the script, or a table.',
        },
      ],
    },
  },
)
