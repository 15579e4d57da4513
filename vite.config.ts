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

export default defineConfig(({ command }) => ({
  // Share images and icons, made by scripts/make-images.mjs.
  publicDir: '.react-router/images',
  plugins: [tailwindcss(), islands(), reactRouter(), unmappedLibraries],
  build: { assetsInlineLimit: 0 },
  environments: {
    ssr: {
      // Libraries are part of the server build: finding, reading and linking their thousand modules was more than half of the server's
      // start. Not what is compiled for the machine, and finds itself by its folder.
      resolve: command === 'build' ? { noExternal: true, external: ['better-sqlite3', 'sharp'] } : {},
      // The server's boot file is the entry of the server build, so that routes and API handlers share one module graph:
      // one database pool, one set of error classes.
      build: { target: 'node24', sourcemap: true, rolldownOptions: { input: { main: 'server/main.ts' } } },
    },
  },
}))
