/** As PostgreSQL says it. */
export const isOutOfSpace = (reason: string): boolean => /No space left on device|Disk quota exceeded/i.test(reason)
export const FREE_SPACE = 'The disk is full. Nothing was lost: free some space and start again'
