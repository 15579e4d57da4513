import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { islands } from './vite.islands.config.ts'

/** Source maps that say nothing of libraries: the server has its maps in memory, and theirs would be most of them. */
const unmappedLibraries: Plugin = {
  name: 'unmapped-libraries',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  transform: { filter: { id: /\/node_modules\// }, handler: (code) => ({ code, map: { mappings: '' } }) },
}

/**
 * One character beyond ASCII has every character of a file take two bytes in memory: with those escaped the server's code takes half as
 * much. On a line that has one, columns of the source map are a little off.
 */
const narrowText: Plugin = {
  name: 'narrow-text',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = file.code.replace(/(\\*)([^\0-\x7f])/g, escaped)
  },
}

/** What escapes the character itself stands before it no more. */
const escaped = (_found: string, backslashes: string, unit: string) =>
  `${backslashes.length % 2 ? backslashes.slice(1) : backslashes}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The program that decodes pictures, beside the code that starts it (photos/encode/decoders.server.ts). */
const decoder: Plugin = {
  name: 'decoder',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  buildStart() {
    this.emitFile({ type: 'chunk', id: 'app/features/visit/photos/encode/decoder.ts', fileName: 'assets/decoder.js' })
  },
}

export default defineConfig(({ command }) => ({
  // Share images and icons, made by scripts/make-images.mjs.
  publicDir: '.react-router/images',
  plugins: [tailwindcss(), islands(), reactRouter(), unmappedLibraries, narrowText, decoder],
  build: { assetsInlineLimit: 0 },
  environments: {
    ssr: {
      // Libraries are part of the server build: finding, reading and linking their thousand modules was more than half of the server's
      // start. Not what is compiled for the machine, and finds itself by its folder.
      resolve: command === 'build' ? { noExternal: true, external: ['better-sqlite3', 'harfbuzzjs', 'sharp'] } : {},
      build: {
        target: 'node24',
        sourcemap: true,
        rolldownOptions: {
          // The server's boot file is the entry of the server build, so that routes and API handlers share one module graph:
          // one database pool, one set of error classes.
          input: { main: 'server/main.ts' },
          // Less to read, and for V8 to keep. Names stay, for stacks and profiles.
          output: { minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } } },
        },
      },
    },
  },
}))
