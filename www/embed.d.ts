/** A change of a request, by what people call it; other fields are those of the scenario file. */
export type RequestEdit = { request: number | string; remove?: true; [field: string]: unknown };

/** What is to be seen; what is left out stays. */
export interface View {
    step?: number | null;
    select?: number | string | null;
    zoom?: [number, number] | null;
    chart?: 'both' | 'logical' | 'physical' | 'time' | 'dual' | 'plan' | 'search' | 'parties';
    compare?: Record<string, unknown> | null;
    theme?: 'light' | 'dark' | 'host';
}

/** What an answer is rejected with. */
export interface Refusal extends Error {
    place: string;
    found: string;
    allowed: string;
}

/** `<book-ahead>`. Its events are `bookahead:ready`, `…:changed`, `…:planned`, `…:selected`, `…:stepped`, `…:size`, `…:key`, `…:answer`, `…:finished` and `…:error`, each with the message as `detail`. */
export interface BookAheadElement extends HTMLElement {
    /** A scenario as in a file, or the text of a file; what was set last. Setting it or the link opens no frame. */
    scenario: object | string | undefined;
    link: string;
    /** Puts the frame in the place of the picture. So do all that ask. */
    start(): void;
    ask(message: { do: string; [field: string]: unknown }): Promise<unknown>;
    get(what: 'scenario' | 'link' | 'plan' | 'figures' | 'selection' | 'view' | 'svg' | 'answers'): Promise<any>;
    load(content: { scenario: object | string } | { link: string } | { lesson: string; step?: number; task?: number; locked?: boolean }): Promise<null>;
    edit(...edits: RequestEdit[]): Promise<null>;
    policy(policy: Record<string, unknown>): Promise<null>;
    view(view: View): Promise<null>;
    undo(): Promise<null>;
    reset(): Promise<null>;
}

declare global {
    interface HTMLElementTagNameMap { 'book-ahead': BookAheadElement }
}
