import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

/** What holds expressions in markup. An each block also holds the markup inside it, which has nodes of its own. */
const MARKUP = [
  'SvelteMustacheTag',
  'SvelteDirective',
  'SvelteIfBlock',
  'SvelteAwaitBlock',
  'SvelteKeyBlock',
  'SvelteRenderTag',
  'SvelteEachBlock',
  'SvelteConstTag',
].join(', ')
/** What may make a line longer than 120 columns:
 *  texts, the path of a drawing, classes, a note to the Svelte compiler. */
const WHOLE = { ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true }
const UNBREAKABLE = '\\b(d|class|points)="|<!-- svelte-ignore '

/** Layout is prettier's; here is what can be wrong, and what is hard to read. */
export default ts.config(
  { ignores: ['node_modules', 'public', 'src/art', 'src/generated', 'tests/games/*/web/*/types.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs['flat/recommended'],
  ...svelte.configs['flat/prettier'],
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      'no-undef': 'off', // TypeScript knows better
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-unused-expressions': ['error', { allowTernary: true, allowShortCircuit: true }],
      'svelte/no-useless-mustaches': 'off', // {' '} keeps a space that Svelte would drop
      'svelte/no-unused-svelte-ignore': 'off', // svelte-check tells those that are not needed
      'svelte/prefer-svelte-reactivity': 'off', // sets and maps that are replaced whole need not react
      'svelte/prefer-writable-derived': 'off',
      'max-len': ['error', { code: 120, ignorePattern: UNBREAKABLE, ...WHOLE }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: `:matches(${MARKUP}) ConditionalExpression ConditionalExpression`,
          message: 'A choice of three in markup: give it a name in the script, or a table.',
        },
      ],
    },
  },
)
