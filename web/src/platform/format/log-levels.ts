import { LOG_LEVEL } from '@tenfour/contract'

const NAMES: ReadonlyMap<number, string> = new Map(Object.entries(LOG_LEVEL).map(([name, level]) => [level, name]))

export const logLevelName = (level: number | null | undefined): string => NAMES.get(level ?? Number.NaN) ?? 'Unknown'
