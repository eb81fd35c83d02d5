import * as contract from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../platform/auth/actor.ts'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import type { HourlyLimit } from '../../../platform/limits/hourly.ts'
import type { createDeath } from './characters.death.ts'
import type { exportRecords } from './characters.own-records.ts'
import type { createCharacterPictures } from './characters.pictures.ts'
import type { createPlay } from './characters.play.ts'
import type { createCharacterRemoval, createCharacterService } from './characters.service.ts'

type Services = {
  readonly characters: ReturnType<typeof createCharacterService>
  readonly exportOwn: (actor: Actor) => ReturnType<typeof exportRecords>
  readonly remove: ReturnType<typeof createCharacterRemoval>
  readonly play: ReturnType<typeof createPlay>
  readonly death: ReturnType<typeof createDeath>
  readonly pictures: ReturnType<typeof createCharacterPictures>
  readonly countChange: HourlyLimit
  readonly countNote: HourlyLimit
}

export async function charactersPlugin(
  app: FastifyInstance,
  { characters, exportOwn, remove, play, death, pictures, countChange, countNote }: Services,
): Promise<void> {
  const change = limitedRoute(app, countChange)
  route(app, contract.listOwnRecords, (actor) => characters.list(actor))
  change(contract.createCharacter, async (actor, { body }) => characters.create(actor, body))
  change(contract.updateCharacter, (actor, { params, body }) => characters.update(actor, params.characterId, body))
  change(contract.deleteCharacter, (actor, { params, query }) => remove(actor, params.characterId, query.version))
  route(app, contract.listOwnRecord, (actor, { params, query }) => characters.record(actor, params.characterId, query))
  route(app, contract.exportCharacters, (actor) => exportOwn(actor))
  route(app, contract.getCharacterPicture, (actor, { params, query }) => pictures.get(actor, params.characterId, params.size, query.digest))
  change(contract.saveCharacterPicture, (actor, { params, body }) => pictures.save(actor, params.characterId, body))
  change(contract.deleteCharacterPicture, (actor, { params }) => pictures.remove(actor, params.characterId))
  change(contract.playCharacter, (actor, { params, body }) => play.play(actor, params.characterId, body.serverId))
  change(contract.stopPlaying, (actor, { params }) => play.stop(actor, params.characterId))
  change(contract.declareDead, (actor, { params, body }) => death.declare(actor, params.characterId, body.cause))
  change(contract.undoDeath, (actor, { params, body }) => death.takeBack(actor, params.characterId, body.reason))
  limitedRoute(app, countNote)(contract.noteCharacter, (actor, { body }) => characters.note(actor, body))
}
