export function writeChart(_figures: string, _picture: string): void {}
