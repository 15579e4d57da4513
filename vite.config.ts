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
  plugins: [tailwindcss(), islands(), reactRouter(), unmappedLibraries, decoder],
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
