import * as contract from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { MemberPictures } from '../../people/pictures/pictures.port.ts'
import { createAttachment } from './characters.attach.ts'
import { createDeath } from './characters.death.ts'
import { createGameCharacters, type GameCharacters } from './characters.game.ts'
import { exportRecords, ownRecordsRoom } from './characters.own-records.ts'
import { createCharacterPictures } from './characters.pictures.ts'
import { createPlay } from './characters.play.ts'
import { charactersPlugin } from './characters.plugin.ts'
import { createCharacterRemoval, createCharacterService } from './characters.service.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly settings: Settings
  readonly memberPictures: MemberPictures
  readonly redis: Redis | undefined
}

export function charactersFeature({ db, publish, settings, memberPictures, redis }: Deps): Feature & {
  gameCharacters: GameCharacters
} {
  const play = createPlay({ db, publish })
  const attach = createAttachment({ db, publish })
  return {
    name: 'characters',
    routes: (app) =>
      charactersPlugin(app, {
        characters: createCharacterService({
          db,
          publish,
          limit: () => settings.get(contract.maxCharacters),
          mayCreateForOthers: () => settings.get(contract.officersCreateCharacters),
        }),
        exportOwn: (actor) => exportRecords(db, actor),
        remove: createCharacterRemoval({ db, publish }),
        play,
        death: createDeath({ db, publish }),
        pictures: createCharacterPictures({ db, publish, memberPictures }),
        countChange: createHourlyLimit('characters', AN_HOUR.recordChanges, redis),
        countNote: createHourlyLimit('noted-characters', AN_HOUR.notedCharacters, redis),
      }),
    rooms: { 'own-records': ownRecordsRoom(db) },
    settings: [contract.maxCharacters, contract.officersCreateCharacters],
    accountExport: { records: (actor) => exportRecords(db, actor) },
    access: {
      userChanged: async (userId) => {
        await play.leave(userId)
        await attach(userId)
      },
      missed: async () => {
        await play.leave()
        await attach()
      },
    },
    gameCharacters: createGameCharacters({
      db,
      publish,
      play,
      countChange: createHourlyLimit('game-characters', AN_HOUR.gameChanges, redis, { code: 'conflict' }),
      countUnowned: createHourlyLimit('game-unowned', AN_HOUR.unownedChanges, redis, { code: 'conflict' }),
      countNewUnowned: createHourlyLimit('game-unowned-new', AN_HOUR.newUnowned, redis, { code: 'conflict' }),
    }),
  }
}
