import beforeThePlumber from './before-the-plumber.ts'
import costs from './costs.ts'
import type { BuiltInPost } from './post.ts'
import stopcock from './stopcock.ts'

/** The posts that the site starts with, newest first. A new wording reaches sites that are running by a migration of its own. */
export const builtInPosts: readonly BuiltInPost[] = [stopcock, costs, beforeThePlumber]
