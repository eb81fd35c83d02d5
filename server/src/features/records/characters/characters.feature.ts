import * as contract from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { MemberPictures } from '../../people/pictures/pictures.port.ts'
import { createCautions } from './characters.cautions.ts'
import { createDeath } from './characters.death.ts'
import { createCharacterPictures } from './characters.pictures.ts'
import { createPlay } from './characters.play.ts'
import { charactersPlugin } from './characters.plugin.ts'
import { createCharacterRemoval } from './characters.remove.ts'
import { ownRecordsRoom } from './characters.room.ts'
import { createCharacterService } from './characters.service.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly settings: Settings
  readonly memberPictures: MemberPictures
}

export function charactersFeature({ db, publish, settings, memberPictures }: Deps): Feature {
  const play = createPlay({ db, publish })
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
        remove: createCharacterRemoval({ db, publish }),
        play,
        death: createDeath({ db, publish }),
        pictures: createCharacterPictures({ db, publish, memberPictures }),
        cautions: createCautions({ db }),
      }),
    rooms: { 'own-records': ownRecordsRoom(db) },
    settings: [contract.maxCharacters, contract.officersCreateCharacters],
    access: { userChanged: play.leave },
  }
}
