import beforeThePlumber from './before-the-plumber.ts'
import costs from './costs.ts'
import type { BuiltInPost } from './post.ts'
import stopcock from './stopcock.ts'

/** The posts that the site starts with, newest first. */
export const builtInPosts: readonly BuiltInPost[] = [stopcock, costs, beforeThePlumber]
