import type { Config } from '#app/platform/config.ts'
import { bucketPlace, type FilePlace, folderPlace } from '#app/platform/file-places.ts'

/** The places for backups, and for the lists of erasures, that the configuration names. */
export const backupPlaces = ({ backup: { dir, bucket } }: Pick<Config, 'backup'>): FilePlace[] => [
  ...(dir ? [folderPlace(dir)] : []),
  ...(bucket ? [bucketPlace(bucket)] : []),
]
