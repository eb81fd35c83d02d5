import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { licensesOf } from './barred.repo.ts'

export const barredFeature = ({ db }: { readonly db: Db }): Feature => ({
  name: 'barred',
  accountExport: { gameLicenses: ({ userId }) => licensesOf(db, userId) },
})
