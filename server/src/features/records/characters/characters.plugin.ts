import * as contract from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { createCautions } from './characters.cautions.ts'
import type { createDeath } from './characters.death.ts'
import type { createCharacterPictures } from './characters.pictures.ts'
import type { createPlay } from './characters.play.ts'
import type { createCharacterRemoval } from './characters.remove.ts'
import type { createCharacterService } from './characters.service.ts'

type Services = {
  readonly characters: ReturnType<typeof createCharacterService>
  readonly remove: ReturnType<typeof createCharacterRemoval>
  readonly play: ReturnType<typeof createPlay>
  readonly death: ReturnType<typeof createDeath>
  readonly pictures: ReturnType<typeof createCharacterPictures>
  readonly cautions: ReturnType<typeof createCautions>
}

export async function charactersPlugin(
  app: FastifyInstance,
  { characters, remove, play, death, pictures, cautions }: Services,
): Promise<void> {
  route(app, contract.listOwnRecords, (actor) => characters.list(actor))
  route(app, contract.createCharacter, async (actor, { body }) => characters.create(actor, body))
  route(app, contract.updateCharacter, (actor, { params, body }) => characters.update(actor, params.characterId, body))
  route(app, contract.deleteCharacter, (actor, { params, query }) => remove(actor, params.characterId, query.version))
  route(app, contract.listOwnRecord, (actor, { params, query }) => characters.record(actor, params.characterId, query))
  route(app, contract.exportCharacters, (actor) => characters.export(actor))
  route(app, contract.getCharacterPicture, (actor, { params }) => pictures.get(actor, params.characterId, params.size))
  route(app, contract.saveCharacterPicture, (actor, { params, body }) => pictures.save(actor, params.characterId, body))
  route(app, contract.deleteCharacterPicture, (actor, { params }) => pictures.remove(actor, params.characterId))
  route(app, contract.playCharacter, (actor, { params, body }) => play.play(actor, params.characterId, body.serverId))
  route(app, contract.stopPlaying, (actor, { params }) => play.stop(actor, params.characterId))
  route(app, contract.declareDead, (actor, { params, body }) => death.declare(actor, params.characterId, body.cause))
  route(app, contract.undoDeath, (actor, { params, body }) => death.takeBack(actor, params.characterId, body.reason))
  route(app, contract.addCaution, (actor, { params, body }) => cautions.add(actor, params.characterId, body))
  route(app, contract.withdrawCaution, (actor, { params }) => cautions.withdraw(actor, params.characterId, params.cautionId))
  route(app, contract.noteCharacter, (actor, { body }) => cautions.note(actor, body))
}
