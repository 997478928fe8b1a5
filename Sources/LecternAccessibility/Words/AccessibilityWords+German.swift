// SPDX-License-Identifier: BSD-3-Clause

extension AccessibilityWords {
    static let german = AccessibilityWords(
        language: "de",
        titles: [
            .waysOfReading: "Arten des Lesens",
            .conformance: "Konformität",
            .navigation: "Navigation",
            .richContent: "Komplexe Inhalte",
            .hazards: "Gefahren",
            .summary: "Zusammenfassung zur Barrierefreiheit",
            .legal: "Rechtliche Hinweise",
            .additional: "Weitere Angaben zur Barrierefreiheit",
        ],
        detailsTitle: "Einzelheiten zur Konformität",
        statements: [
            .modifiable: Wording(
                "Darstellung anpassbar",
                """
                Die Darstellung von Text und Seite lässt sich anpassen, soweit das Leseprogramm es erlaubt \
                (Schriftart und Schriftgröße, Abstände zwischen Absätzen, Sätzen, Wörtern und Buchstaben sowie \
                Farbe von Hintergrund und Text)
                """),
            .unmodifiable: Wording(
                "Darstellung nicht anpassbar",
                """
                Text und Seitenlayout lassen sich nicht anpassen, da die Ausgabe der gedruckten nahekommt; \
                Leseprogramme können aber eine Vergrößerung anbieten
                """),
            .modifiabilityUnknown: "Keine Angaben zur Anpassbarkeit der Darstellung",
            .readable: Wording(
                "Mit Sprachausgabe oder Braillezeile lesbar",
                "Alle Inhalte sind mit Sprachausgabe oder Braillezeile lesbar"),
            .notFullyReadable: Wording(
                "Mit Sprachausgabe oder Braillezeile nicht vollständig lesbar",
                "Nicht alle Inhalte sind mit Sprachausgabe oder Braillezeile lesbar"),
            .unreadable: Wording(
                "Mit Sprachausgabe oder Braillezeile nicht lesbar",
                "Der Inhalt ist mit Sprachausgabe oder Braillezeile nicht lesbar"),
            .readabilityUnknown: "Keine Angaben zum nicht visuellen Lesen",
            .alternativeText: Wording("Mit Alternativtexten", "Enthält Alternativtexte, die Bilder beschreiben"),
            .synchronizedAudio: Wording(
                "Tonaufnahme, mit dem Text synchronisiert",
                "Der gesamte Inhalt liegt als Tonaufnahme vor, die mit dem Text synchronisiert ist"),
            .audioOnly: Wording("Nur Tonaufnahme", "Hörbuch ohne Textfassung"),
            .audioClips: Wording("Einzelne Tonaufnahmen", "In den Inhalt sind einzelne Tonaufnahmen eingebettet"),
            .audioUnknown: "Keine Angaben zu Tonaufnahmen",
            .levelA: Wording(
                "Diese Publikation erfüllt Mindeststandards der Barrierefreiheit",
                "Die Publikation erklärt, dass sie den Standard EPUB Accessibility und WCAG 2, Stufe A, erfüllt"),
            .levelAA: Wording(
                "Diese Publikation erfüllt anerkannte Standards der Barrierefreiheit",
                "Die Publikation erklärt, dass sie den Standard EPUB Accessibility und WCAG 2, Stufe AA, erfüllt"),
            .levelAAA: Wording(
                "Diese Publikation übertrifft anerkannte Standards der Barrierefreiheit",
                "Die Publikation erklärt, dass sie den Standard EPUB Accessibility und WCAG 2, Stufe AAA, erfüllt"),
            .unknownStandard:
                "Ob diese Publikation anerkannte Standards der Barrierefreiheit erfüllt, lässt sich nicht feststellen",
            .noConformance: "Keine Angaben vorhanden",
            .certifier: "Die Publikation wurde von {certifier} zertifiziert",
            .certifierCredential: "Qualifikation der zertifizierenden Stelle: {credential}",
            .claim: "Diese Publikation erklärt, {specification} {wcag} {level} zu erfüllen",
            .epubAccessibility10: "EPUB Accessibility 1.0",
            .epubAccessibility11: "EPUB Accessibility 1.1",
            .wcag20: Wording("WCAG 2.0", "Web Content Accessibility Guidelines (WCAG) 2.0"),
            .wcag21: Wording("WCAG 2.1", "Web Content Accessibility Guidelines (WCAG) 2.1"),
            .wcag22: Wording("WCAG 2.2", "Web Content Accessibility Guidelines (WCAG) 2.2"),
            .claimedLevelA: "Stufe A",
            .claimedLevelAA: "Stufe AA",
            .claimedLevelAAA: "Stufe AAA",
            .certificationDate: "Die Publikation wurde zertifiziert am {date}",
            .certifierReport: "Weitere Informationen im Bericht der zertifizierenden Stelle",
            .pageNavigation: Wording(
                "Gehe zu Seite", "Seitenverzeichnis, das zu den Seiten der gedruckten Ausgabe führt"),
            .structuralNavigation: Wording(
                "Überschriften", "Überschriften, Tabellen und andere Elemente zur Navigation in der Struktur"),
            .index: Wording("Register", "Register mit Links zu den Fundstellen"),
            .tableOfContents: Wording(
                "Inhaltsverzeichnis", "Inhaltsverzeichnis mit Links zu allen Kapiteln des Textes"),
            .noNavigation: "Keine Angaben vorhanden",
            .extendedDescriptions: "Informationsreiche Bilder sind ausführlich beschrieben",
            .chemistryAsLaTeX: Wording(
                "Chemische Formeln in LaTeX", "Chemische Formeln in barrierefreiem Format (LaTeX)"),
            .chemistryAsMathML: Wording(
                "Chemische Formeln in MathML", "Chemische Formeln in barrierefreiem Format (MathML)"),
            .describedMath: "Mathematik ist in Worten beschrieben",
            .mathAsLaTeX: Wording("Mathematik in LaTeX", "Mathematische Formeln in barrierefreiem Format (LaTeX)"),
            .mathAsMathML: Wording("Mathematik in MathML", "Mathematische Formeln in barrierefreiem Format (MathML)"),
            .closedCaptions: Wording(
                "Videos mit zuschaltbaren Untertiteln",
                "Die Videos der Publikation haben Untertitel, die sich ein- und ausschalten lassen"),
            .openCaptions: Wording(
                "Videos mit festen Untertiteln",
                "Die Videos der Publikation haben Untertitel, die immer zu sehen sind"),
            .transcript: "Mit Transkripten",
            .noRichContent: "Keine Angaben vorhanden",
            .flashing: Wording(
                "Blinkende Inhalte",
                "Die Publikation enthält blinkende Inhalte, die photosensible Anfälle auslösen können"),
            .flashingAbsent: Wording(
                "Keine Gefahr durch Blinken",
                "Die Publikation enthält keine blinkenden Inhalte, die photosensible Anfälle auslösen können"),
            .flashingUnknown: Wording(
                "Gefahr durch Blinken unbekannt",
                """
                Ob blinkende Inhalte enthalten sind, die photosensible Anfälle auslösen können, ließ sich nicht \
                feststellen
                """),
            .motion: Wording(
                "Bewegungssimulation",
                "Die Publikation enthält Bewegungssimulationen, die Bewegungskrankheit auslösen können"),
            .motionAbsent: Wording(
                "Keine Gefahr durch Bewegungssimulation",
                "Die Publikation enthält keine Bewegungssimulationen, die Bewegungskrankheit auslösen können"),
            .motionUnknown: Wording(
                "Gefahr durch Bewegungssimulation unbekannt",
                """
                Ob Bewegungssimulationen enthalten sind, die Bewegungskrankheit auslösen können, ließ sich nicht \
                feststellen
                """),
            .sound: Wording(
                "Geräusche", "Die Publikation enthält Geräusche, die empfindliche Menschen belasten können"),
            .soundAbsent: Wording(
                "Keine Gefahr durch Geräusche",
                "Die Publikation enthält keine Geräusche, die empfindliche Menschen belasten können"),
            .soundUnknown: Wording(
                "Gefahr durch Geräusche unbekannt",
                "Ob Geräusche enthalten sind, die empfindliche Menschen belasten können, ließ sich nicht feststellen"),
            .hazardsAbsent: Wording("Keine Gefahren", "Die Publikation birgt keine Gefahren"),
            .hazardsUnknown: "Ob Gefahren bestehen, ist nicht bekannt",
            .noHazards: "Keine Angaben vorhanden",
            .publisherContact: "Weitere Informationen zur Barrierefreiheit dieses Produkts gibt der Verlag: {contact}",
            .noSummary: "Keine Angaben vorhanden",
            .exempt: Wording(
                "Nimmt in manchen Rechtsordnungen eine Ausnahme von der Barrierefreiheit in Anspruch",
                """
                Diese Publikation nimmt in manchen Rechtsordnungen eine Ausnahme von der Pflicht zur \
                Barrierefreiheit in Anspruch
                """),
            .noLegal: "Keine Angaben vorhanden",
            .pageBreaks: Wording("Mit Seitenumbrüchen", "Enthält die Seitenumbrüche der gedruckten Vorlage"),
            .aria: Wording(
                "Mit ARIA-Rollen",
                "Der Inhalt ist mit ARIA-Rollen ausgezeichnet, die Gliederung und Navigation erleichtern"),
            .audioDescriptions: "Audiodeskriptionen",
            .braille: "Braille",
            .colorNotSoleMeans: "Farbe ist nicht das einzige Mittel, Informationen zu vermitteln",
            .dyslexiaReadability: "Lesbarkeit bei Legasthenie",
            .fullRuby: "Durchgehende Ruby-Annotationen",
            .audioContrast: "Hoher Kontrast zwischen Vordergrund- und Hintergrundton",
            .textContrast: "Hoher Kontrast zwischen Text und Hintergrund",
            .largePrint: "Großdruck",
            .ruby: "Teilweise Ruby-Annotationen",
            .signLanguage: "Gebärdensprache",
            .tactileGraphics: Wording(
                "Mit taktilen Grafiken",
                "Taktile Grafiken erleichtern blinden Menschen den Zugang zu visuellen Elementen"),
            .tactileObjects: "Taktile 3D-Objekte",
            .speechHinting: "Mit Hinweisen für die Sprachausgabe",
            .ultraTextContrast: "Besonders hoher Kontrast zwischen Text und Hintergrund",
            .visiblePageNumbering: "Sichtbare Seitenzahlen",
            .withoutBackgroundSounds: "Ohne Hintergrundgeräusche",
        ],
        date: "{day}. {month} {year}",
        months: [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
            "Dezember",
        ])
}
