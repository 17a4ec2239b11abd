export interface JsonInterval {
  readonly method: string;
  readonly lower: number;
  readonly upper: number;
}
