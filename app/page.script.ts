import './features/analytics/collector.ts'

/*
 * What every public page runs besides its islands, once the browser is idle: a script of its own, which needs no runtime. It must import
 * nothing of what islands share (`common` in vite.islands.config.ts), or every page would fetch that; what is wanted later is imported
 * later (`afterLoad`).
 */
