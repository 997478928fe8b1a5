// SPDX-License-Identifier: BSD-3-Clause

/// The genres of FictionBook 2.1 (FictionBookGenres.xsd), with English names.
enum FictionBookGenres {
    static let names: [String: String] = Dictionary(
        table.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line -> (String, String)? in
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
            return parts.count == 2 ? (String(Substring(parts[0])), String(Substring(parts[1]))) : nil
        }, uniquingKeysWith: { first, _ in first })

    private static let table = """
        sf Science fiction
        sf_history Alternative history
        sf_action Action science fiction
        sf_epic Epic science fiction
        sf_heroic Heroic fantasy
        sf_detective Detective science fiction
        sf_cyberpunk Cyberpunk
        sf_space Space fiction
        sf_social Social science fiction
        sf_horror Horror
        sf_humor Humorous science fiction
        sf_fantasy Fantasy
        detective Detective fiction
        det_classic Classical detective fiction
        det_police Police stories
        det_action Action
        det_irony Ironical detective fiction
        det_history Historical detective fiction
        det_espionage Espionage
        det_crime Crime
        det_political Political detective fiction
        det_maniac Maniacs
        det_hard Hard-boiled detective fiction
        thriller Thrillers
        prose Prose
        prose_classic Classical prose
        prose_history Historical prose
        prose_contemporary Contemporary prose
        prose_counter Counterculture
        prose_rus_classic Russian classics
        prose_su_classics Soviet classics
        love Romance
        love_contemporary Contemporary romance
        love_history Historical romance
        love_detective Detective romance
        love_short Short romance
        love_erotica Erotica
        adventure Adventure
        adv_western Westerns
        adv_history Historical adventure
        adv_indian Indians
        adv_maritime Maritime fiction
        adv_geo Travel and geography
        adv_animal Nature and animals
        children Children's literature
        child_tale Fairy tales
        child_verse Verse for children
        child_prose Prose for children
        child_sf Science fiction for children
        child_det Detective fiction for children
        child_adv Adventure for children
        child_education Education
        poetry Poetry
        dramaturgy Drama
        antique Antique literature
        antique_ant Antiquity
        antique_european European antique literature
        antique_russian Old Russian literature
        antique_east Old Eastern literature
        antique_myths Myths, legends, epics
        science Science
        sci_history History
        sci_psychology Psychology
        sci_culture Cultural science
        sci_religion Religious studies
        sci_philosophy Philosophy
        sci_politics Politics
        sci_business Business
        sci_juris Jurisprudence
        sci_linguistic Linguistics
        sci_medicine Medicine
        sci_phys Physics
        sci_math Mathematics
        sci_chem Chemistry
        sci_biology Biology
        sci_tech Technology
        computers Computers
        comp_www Internet
        comp_programming Programming
        comp_hard Hardware
        comp_soft Software
        comp_db Databases
        comp_osnet Operating systems and networking
        reference Reference
        ref_encyc Encyclopedias
        ref_dict Dictionaries
        ref_ref Reference books
        ref_guide Guidebooks
        nonfiction Nonfiction
        nonf_biography Biography and memoirs
        nonf_publicism Publicism
        nonf_criticism Criticism
        design Art and design
        religion Religion
        religion_rel Religious literature
        religion_esoterics Esotericism
        religion_self Self-improvement
        humor Humor
        humor_anecdote Anecdotes
        humor_prose Humorous prose
        humor_verse Humorous verse
        home Home and family
        home_cooking Cooking
        home_pets Pets
        home_crafts Hobbies and crafts
        home_entertain Entertaining
        home_health Health
        home_garden Garden
        home_diy Do it yourself
        home_sport Sports
        home_sex Sex
        """
}
