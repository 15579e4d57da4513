import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { islands } from './vite.islands.config.ts'

export default defineConfig({
  // Share images, icons and maps, made by scripts/make-images.mjs.
  publicDir: '.react-router/images',
  plugins: [tailwindcss(), islands(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: {
    // The server's boot file is the entry of the server build, so that routes and API handlers share one module graph:
    // one database pool, one set of error classes.
    ssr: { build: { target: 'node24', sourcemap: true, rolldownOptions: { input: { main: 'server/main.ts' } } } },
  },
})
