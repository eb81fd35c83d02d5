/** Levels of the local log store, as the seed numbers them. */
export const LOG_LEVEL = { Error: 500, Warning: 400, Info: 300, Debug: 200 } as const
export type LogLevelName = keyof typeof LOG_LEVEL
export type LogLevel = (typeof LOG_LEVEL)[LogLevelName]
