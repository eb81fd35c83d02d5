export type { GameCharacters } from './characters.game.ts'
