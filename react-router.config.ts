import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // A hydrated page asks the server nothing about routes before it sends a form: on a bad line the form would wait for that answer first.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
