import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import base from './vite.config.ts'

export default mergeConfig(
  base,
  defineConfig({
    resolve: { conditions: ['browser'] },
    test: {
      environment: 'happy-dom',
      isolate: false,
      maxWorkers: 2,
      execArgv: ['--max-semi-space-size=64'], // a board is thousands of nodes that live for one test
      include: ['tests/**/*.test.ts'],
      setupFiles: ['tests/setup.ts'],
      testTimeout: 60_000,
    },
  }),
)
